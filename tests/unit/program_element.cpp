#include <gtest/gtest.h>

#include <complex>
#include <string>

#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/scalar_value.hpp>
#include <hg/runtime/program/target.hpp>

namespace {

using namespace hg;

TEST(Element, EachTypeIsItsRowInTheTable) {
    for (std::size_t i = 0; i < kElementTypes.size(); ++i) {
        const ElementType type = kElementTypes[i];
        EXPECT_EQ(static_cast<std::size_t>(type), i) << "rows stand in the order of ElementType";
        EXPECT_EQ(element_type(name(type)), type);
        const std::int64_t parts = is_complex(type) ? 2 : 1;
        EXPECT_EQ(std::stoi(std::string(name(type).substr(1))), 8 * size_of(type) / parts) << name(type);
    }
    EXPECT_EQ(name(ElementType::f32), "f32");
    EXPECT_EQ(name(ElementType::f64), "f64");
    EXPECT_EQ(name(ElementType::i32), "i32");
    EXPECT_EQ(name(ElementType::c32), "c32");
    EXPECT_EQ(name(ElementType::c64), "c64");
    EXPECT_FALSE(element_type("f16").has_value());
}

TEST(Element, CppTypesHaveTheirElementTypes) {
    EXPECT_EQ(element_type_of<float>(), ElementType::f32);
    EXPECT_EQ(element_type_of<double>(), ElementType::f64);
    EXPECT_EQ(element_type_of<std::int32_t>(), ElementType::i32);
    EXPECT_EQ(element_type_of<std::complex<float>>(), ElementType::c32);
    EXPECT_EQ(element_type_of<std::complex<double>>(), ElementType::c64);
    for (ElementType type : kElementTypes) {
        int calls = 0;
        with_element_type(type, [&]<class T>() {
            ++calls;
            EXPECT_EQ(element_type_of<T>(), type);
            EXPECT_EQ(static_cast<std::int64_t>(sizeof(T)), size_of(type));
        });
        EXPECT_EQ(calls, 1);
    }
}

TEST(Element, RoutinesAreNamedAsInBlas) {
    EXPECT_EQ(routine_name<double>("gemm"), "dgemm");
    EXPECT_EQ(routine_name(ElementType::f32, "getrf"), "sgetrf");
    EXPECT_EQ(routine_name(ElementType::c32, "getrf"), "cgetrf");
    EXPECT_EQ(routine_name(ElementType::c64, "gemm"), "zgemm");
}

TEST(Element, RatesGoByPrecision) {
    DeviceModel device;
    device.rate(ElementType::f64) = 3;
    device.rate(ElementType::f32) = 7;
    EXPECT_EQ(device.rate_f64, 3);
    EXPECT_EQ(device.rate_f32, 7);
    EXPECT_EQ(device.rate(ElementType::i32), 7);
    EXPECT_EQ(device.rate(ElementType::c32), 7);
    EXPECT_EQ(device.rate(ElementType::c64), 3);
    device.has_f64 = false;
    EXPECT_FALSE(device.computes(ElementType::f64));
    EXPECT_TRUE(device.computes(ElementType::f32));
    EXPECT_TRUE(device.computes(ElementType::i32));
    EXPECT_TRUE(device.computes(ElementType::c32));
    EXPECT_FALSE(device.computes(ElementType::c64));
}

TEST(ScalarValue, IsMadeOfNumbersOfAnyType) {
    EXPECT_EQ(ScalarValue(0.5F), ScalarValue(0.5, 0));
    EXPECT_EQ(ScalarValue(std::complex<float>(2, -1)), ScalarValue(2, -1));
    EXPECT_TRUE(ScalarValue(std::complex<double>(2, 0)).is_real());
    EXPECT_FALSE(ScalarValue(0, 1).is_real());
    EXPECT_EQ(ScalarValue(-3).as<std::int32_t>(), -3);
    EXPECT_EQ(ScalarValue(2, -1).as<std::complex<double>>(), std::complex<double>(2, -1));
}

TEST(ScalarValue, ShowsAnImaginaryPartIfThereIsOne) {
    EXPECT_EQ(print(ScalarValue(2)), "2");
    EXPECT_EQ(print(ScalarValue(-0.0)), "-0");
    EXPECT_EQ(print(ScalarValue(2, -1)), "(2,-1)");
    EXPECT_EQ(print(ScalarValue(0, 0.1)), "(0,0.1)");
    EXPECT_EQ(print(ScalarValue(2, -0.0)), "(2,-0)");
}

}  // namespace
