#pragma once

#include <optional>
#include <string>

#include "runtime/files/file_descriptor.hpp"

namespace hg {

/// Whether an open folder may let other users add entries of their own.
enum class StickyFolder {
    accepted,  ///< if it is sticky, as /tmp is: nobody can rename or remove another user's entries there
    refused
};

/// Opens what `path` names for reading (files) or as a place (folders, O_PATH) if nobody but the user and
/// root can change or replace it. None if there is nothing under that name.
///
/// hg walks from the root to the file one name at a time and judges each open descriptor, so that nothing can
/// be exchanged between the check and the use. The root, every folder, every symbolic link and the file
/// itself must
///   - belong to the effective user or to root, but not to the user nobody (65534), as which containers show
///     all users that they do not know;
///   - not be writable by all;
///   - not be writable by a group, except the user's private one: the user's primary group, with the user's
///     name and no other member, and no access control list. With a umask of 002 such a group may write to
///     all that its user makes.
/// A folder on the way may be writable by others if it is sticky; the last one too, unless `last` refuses it.
/// hg follows symbolic links, and what they lead to obeys the same rule.
///
/// Throws Error{io} that begins with the path of what others can change and says who can, or that says why
/// `path` can't be opened. Never waits: pipes, sockets and devices are refused unopened.
std::optional<FileDescriptor> open_trusted(const std::string& path,
                                           StickyFolder last = StickyFolder::accepted);

}  // namespace hg
