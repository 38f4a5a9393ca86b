#!/usr/bin/env bash
# Runs a command and its children at a third of this machine's speed, by a cgroup's CPU quota. Needs
# root.
set -euo pipefail
period=100000
quota=$(($(nproc) * period / 3))
if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
  group=/sys/fs/cgroup/puente-slow-$$
  mkdir "$group"
  echo "$quota $period" >"$group/cpu.max"
else
  group=/sys/fs/cgroup/cpu/puente-slow-$$
  mkdir "$group"
  echo "$period" >"$group/cpu.cfs_period_us"
  echo "$quota" >"$group/cpu.cfs_quota_us"
fi
trap 'rmdir "$group"' EXIT
bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
