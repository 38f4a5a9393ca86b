import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import { useWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

const world = useWorld()
const readOnlyWorld = useWorld()

const health = async (of = world) => {
  const answer = await fetch(`${of.url}/health`)
  const body: Json = await answer.json()
  return { status: answer.status, body }
}

/** On a connection of its own: Puente drops its connections to a database that takes no writes. */
const setReadOnly = async (mode: 'on' | 'off', of = world) => {
  const client = new pg.Client(of.databaseUrl)
  await client.connect()
  try {
    const name = client.escapeIdentifier(new URL(of.databaseUrl).pathname.slice(1))
    await client.query('SET default_transaction_read_only = off')
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${mode}`)
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
  } finally {
    await client.end()
  }
}

describe('a database that takes no writes', () => {
  it('/health turns red while deliveries are refused, and both recover with the database', async () => {
    expect(await health()).toEqual({ status: 200, body: { status: 'ok' } })
    await setReadOnly('on')
    await eventually(async () => {
      const { status, body } = await health()
      return status === 503 && body.status === 'database takes no writes'
    })
    expect((await deliver(world.url, { body: unmatchedEvent() })).status).toBe(503)
    await setReadOnly('off')
    await eventually(async () => (await deliver(world.url, { body: unmatchedEvent() })).ok)
    await eventually(async () => (await health()).status === 200)
  })

  it('/health names the cause at every request, also before the process has read the sealing keys', async () => {
    await setReadOnly('on', readOnlyWorld)
    const named = async () => (await health(readOnlyWorld)).body.status
    await eventually(async () => (await named()) === 'database takes no writes')
    for (let n = 0; n < 5; n++) expect(await named()).toBe('database takes no writes')
  })

  it('/health writes one probe in five seconds, however many requests come', async () => {
    const { query } = world.puente.ctx.db
    const at = async () =>
      (await sql<{ at: Date }>`SELECT at FROM write_probe`.execute(query)).rows[0]?.at.getTime()
    await health()
    const before = Number(await at())
    await Promise.all(Array.from({ length: 20 }, health))
    const passedMs = Number(await at()) - before
    // A slow machine may need longer than five seconds for all of them.
    expect(passedMs === 0 || passedMs >= 5_000, `${passedMs} ms`).toBe(true)
  })
})
