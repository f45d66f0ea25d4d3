#!/usr/bin/env bash
# Makes the two base images of the Containerfile from Debian packages, for machines that reach no registry:
# one to build in, and one with nothing but the libraries that Node needs. Arguments: their names.
set -euo pipefail
build_base=$1 base=$2
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)"
. "$root/.ci/env.sh"
tools="${PACEWRIGHT_TOOLS:-$HOME/.cache/pacewright-tools}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
debian="$work/debian"
debootstrap --variant=minbase --include=ca-certificates bookworm "$debian" > "$work/log" 2>&1 ||
  { cat "$work/log" >&2; exit 1; }
rm -rf "$debian"/var/cache/apt/* "$debian"/var/lib/apt/lists/* "$debian"/usr/share/{doc,man,locale}

commit() { # folder, name
  local container
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$1" / > /dev/null
  buildah config --env "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$container"
  buildah commit --quiet --rm "$container" "$2" > /dev/null
}

# The libraries alone: no shell, no package manager.
bare="$work/bare"
mkdir -p "$bare"/{usr/lib,usr/lib64,usr/bin,etc/ssl/certs,home/nonroot,proc,sys,dev,run,var}
mkdir -m 1777 "$bare/tmp"
ln -s usr/lib "$bare/lib"
ln -s usr/lib64 "$bare/lib64"
chroot "$debian" dpkg -L libc6 libgcc-s1 libstdc++6 tzdata base-files |
  while read -r path; do if [ -L "$debian$path" ] || [ -f "$debian$path" ]; then echo ".$path"; fi; done |
  grep -v -E '/(gconv|gdb|base-files)/|/s?bin/' |
  tar --create --directory "$debian" --files-from - |
  tar --extract --directory "$bare" --keep-directory-symlink
cp "$debian/etc/ssl/certs/ca-certificates.crt" "$bare/etc/ssl/certs/"
echo 'hosts: files dns' > "$bare/etc/nsswitch.conf"
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' > "$bare/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' > "$bare/etc/group"
commit "$bare" "$base"

mkdir -p "$debian/opt/pacewright-tools"
cp -r "$tools"/node-* "$debian/opt/pacewright-tools/"
commit "$debian" "$build_base"
