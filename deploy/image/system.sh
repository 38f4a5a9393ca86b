#!/bin/bash
# Writes a root file system with Node, bash and coreutils, from whole Debian packages of the image that runs this:
# system.sh FOLDER. Needs no network, so a base image pinned by digest pins every file.
set -euo pipefail
root=$1
mapfile -t packages < <(dpkg-query -W -f '${Package}\n' base-files bash coreutils 'gcc-*-base' libacl1 libattr1 \
  libc6 libgcc-s1 libgmp10 libpcre2-8-0 libselinux1 'libstdc++6' libtinfo6)

mkdir -p "$root"/usr/{bin,sbin,lib,lib64,local/bin} "$root/var/lib/dpkg" "$root/etc"
# As Debian's slim images, without manuals and translations; and without character sets other than UTF-8.
unused='^/usr/share/(locale|man|info)/|^/usr/share/doc/.*/(changelog|NEWS|README|AUTHORS|THANKS|TODO|FAQ|examples)|/gconv/'
dpkg-query -L "${packages[@]}" | grep '^/' | grep -vE "$unused" | sort -u | while read -r path; do
  if [ -e "$path" ] || [ -L "$path" ]; then echo "${path#/}"; fi
done | tar -C / --no-recursion --files-from - -cf - | tar -C "$root" --keep-directory-symlink -xf -
# Scanners read here which packages the image has.
dpkg-query -s "${packages[@]}" >"$root/var/lib/dpkg/status"

ln -s bash "$root/usr/bin/sh"
printf '%s: %s\n' passwd files group files hosts 'files dns' >"$root/etc/nsswitch.conf"
for file in passwd group; do grep -E '^(root|nogroup|nobody|node):' "/etc/$file" >"$root/etc/$file"; done
install -d -o 1000 -g 1000 "$root/home/node"
cp /usr/local/bin/node "$root/usr/local/bin/node"
if [ -e /usr/local/LICENSE ]; then install -D /usr/local/LICENSE "$root/usr/share/doc/node/copyright"; fi

# Puente's folder and command. The sandbox and demos keep files in .data.
install -d "$root/puente"
install -d -o 1000 -g 1000 "$root/puente/.data"
ln -s /puente/bin/puente "$root/usr/local/bin/puente"

chroot "$root" /bin/sh -c 'node --version && ls /puente >/dev/null && env true'
