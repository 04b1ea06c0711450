#pragma once

#include <optional>
#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// Whether the last folder may let other users add entries.
enum class StickyFolder {
    accepted,  ///< if it is sticky, like /tmp: nobody can rename or remove another user's entries there
    refused
};

/// Opens a file for reading or a folder with O_PATH if nobody but the user and root can change or replace it.
/// Returns no value if `path` does not exist.
///
/// hg walks from the root to the file one name at a time and checks each open descriptor, so that nothing can
/// be exchanged between the check and the use. The root, every folder, every symbolic link and the file
/// itself must
///   - belong to the effective user or to root, but not to the user nobody (65534), which stands for all
///     unknown users in containers;
///   - not be writable by all;
///   - not be writable by a group, except the user's private one: the user's primary group, with the user's
///     name and no other member, and no access control list. With a umask of 002, such a group may write to
///     everything that its user creates.
/// A folder on the path may be writable by others if it is sticky; so may the last one, unless `last` refuses
/// that. hg follows symbolic links; the same rules apply to their targets.
///
/// Throws an Error{io} that begins with the path that others can change and says who can, or that says why
/// `path` cannot be opened. Never waits: refuses pipes, sockets and devices without opening them.
std::optional<FileDescriptor> open_trusted(const std::string& path,
                                           StickyFolder last = StickyFolder::accepted);

}  // namespace hg
