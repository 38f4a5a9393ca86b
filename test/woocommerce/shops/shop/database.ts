import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../../support/eventually.ts'
import type { Children } from './children.ts'

const START_MS = 60_000

/** Starts a MariaDB of the shop's own, which listens on a socket only. Returns the socket. */
export const startDatabase = async (
  children: Children,
  { home, logs }: { home: string; logs: string },
): Promise<string> => {
  const data = join(home, 'mysql')
  const socket = join(home, 'mysql.sock')
  mkdirSync(data)
  // Named, because MariaDB runs as root only if told so.
  const common = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${data}`]
  await children.run('mariadb-install-db', [
    ...common,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
  const server = children.start(
    'mariadbd',
    [
      ...common,
      `--socket=${socket}`,
      '--skip-networking',
      // The data ends with the shop.
      '--innodb-flush-log-at-trx-commit=0',
      '--skip-name-resolve',
    ],
    { log: join(logs, 'mariadb.log') },
  )
  const ask = (statement: string) =>
    children.run('mariadb', ['--no-defaults', '-uroot', `--socket=${socket}`, '-e', statement])
  await eventually(async () => {
    if (server.exitCode !== null) throw new Error(`MariaDB ended: see ${logs}/mariadb.log`)
    return ask('SELECT 1').then(
      () => true,
      () => false,
    )
  }, START_MS)
  await ask(
    `CREATE DATABASE shop CHARACTER SET utf8mb4;
     CREATE USER shop@localhost IDENTIFIED BY 'shop';
     GRANT ALL ON shop.* TO shop@localhost`,
  )
  return socket
}
