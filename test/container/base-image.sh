#!/bin/bash
# Makes a base image from Debian's mirror, for a machine that reaches no container registry:
#
#   sudo CONTAINER_ENGINE=podman test/container/base-image.sh localhost/base
#   CONTAINER_ENGINE=podman NODE_IMAGE=localhost/base IMAGE_BUILD_OPTIONS=--pull=never npm run test:image
#
# Takes Node from this checkout and npm from this machine, with the machine's npm settings and extra certificates
# (NPM_CONFIG_USERCONFIG, NODE_EXTRA_CA_CERTS). These stay in the base: the image's last stage copies neither.
set -euo pipefail
name=${1:?give the name of the image}
engine=${CONTAINER_ENGINE:-docker}
checkout=$(dirname "$0")/../..
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

debootstrap --variant=minbase bookworm "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
cp "$(readlink -f "$checkout/node_modules/node/bin/node")" "$root/usr/local/bin/node"
modules=$root/usr/local/lib/node_modules
mkdir -p "$modules"
cp -r "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
chroot "$root" useradd --uid 1000 --create-home node
chroot "$root" npm --version

changes=(--change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin')
settings=${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}
if [ -e "$settings" ]; then install -D "$settings" "$root/usr/local/etc/npmrc"; fi
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$root/etc/extra-certificates.pem"
  changes+=(--change 'ENV NODE_EXTRA_CA_CERTS=/etc/extra-certificates.pem')
fi
tar -C "$root" -c . | "$engine" import "${changes[@]}" - "$name"
