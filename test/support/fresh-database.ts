import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const freshDatabase = async (): Promise<string> => {
  const { url, create } = newDatabase()
  await onServer(inject('postgresUrl'), create)
  return url
}

/** Copies the template database, faster than the migrations. Sets a new installation id. */
export const databaseWithTables = async (): Promise<string> => {
  const { url, create } = newDatabase()
  await onServer(inject('postgresUrl'), `${create} TEMPLATE ${inject('templateDatabase')}`)
  const ownId = randomBytes(6).toString('hex')
  await onServer(url, `UPDATE puente.installation SET id = '${ownId}'`)
  return url
}

/** Copies a database without open connections. */
export const copyOfDatabase = async (databaseUrl: string): Promise<string> => {
  const { url, create } = newDatabase()
  const name = new URL(databaseUrl).pathname.slice(1)
  await onServer(inject('postgresUrl'), `${create} TEMPLATE ${name}`)
  return url
}

export const dropDatabase = (databaseUrl: string): Promise<void> =>
  onServer(inject('postgresUrl'), `DROP DATABASE ${new URL(databaseUrl).pathname.slice(1)}`)

const newDatabase = () => {
  const url = new URL(inject('postgresUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  url.pathname = `/${name}`
  return { url: url.href, create: `CREATE DATABASE ${name}` }
}

const onServer = async (url: string, statement: string): Promise<void> => {
  await queryAt(url, statement)
}

export const queryAt = async (
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
