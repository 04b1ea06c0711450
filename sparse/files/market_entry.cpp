#include "sparse/files/market_entry.hpp"

namespace hg::sparse {

std::string describe(EntryFault fault, const MarketInfo& info) {
    switch (fault) {
        case EntryFault::none:
            break;
        case EntryFault::no_place:
            return "a row and a column are needed, whole numbers";
        case EntryFault::row:
            return "the row must be from 1 to " + std::to_string(info.rows);
        case EntryFault::column:
            return "the column must be from 1 to " + std::to_string(info.cols);
        case EntryFault::no_value:
            return info.field == MarketField::complex   ? "two numbers are needed for a complex element"
                   : info.field == MarketField::integer ? "a whole number is needed for the element"
                   : info.field == MarketField::unsigned_integer
                       ? "a whole number of 0 or more is needed for the element"
                       : "a number is needed for the element";
        case EntryFault::too_large:
            return "the number is too large for the type of elements";
        case EntryFault::left_over:
            return "text stands after the element";
        case EntryFault::diagonal:
            return "a skew-symmetric matrix has zeros alone on its diagonal";
        case EntryFault::not_real:
            return "the diagonal of a hermitian matrix is real, up to 16 units of rounding";
    }
    return "";
}

}  // namespace hg::sparse
