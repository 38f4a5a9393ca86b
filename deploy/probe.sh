#!/bin/bash
# Checks that a service of this container answers: probe.sh PORT PATH [STATUS]. A shell takes a few
# megabytes every ten seconds, a Node process 85.
set -u
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$2" >&3
read -r -t 2 _ status _ <&3 && [ "$status" = "${3:-200}" ]
