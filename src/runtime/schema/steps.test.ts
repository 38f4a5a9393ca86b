import { describe, expect, it } from 'vitest'
import { coreSchema } from '../../db/schema.ts'
import { type MigrationStep, statementsOf, stepsOfMigration } from './steps.ts'

const shown = (steps: readonly MigrationStep[]): string[] =>
  steps.map((step) => (step.kind === 'index' ? `index ${step.name}` : step.sql))

describe('the steps of a migration', () => {
  it('statements commit together, up to a line that ends the transaction', () => {
    const steps = stepsOfMigration(`ALTER TABLE a ADD COLUMN b int;
INSERT INTO c VALUES (1);
-- commit
UPDATE a SET b = 2;`)
    expect(shown(steps)).toEqual([
      'ALTER TABLE a ADD COLUMN b int;\nINSERT INTO c VALUES (1);',
      'UPDATE a SET b = 2;',
    ])
  })

  it('an index of an existing table is built after the transaction around it', () => {
    const steps = stepsOfMigration(
      'CREATE INDEX a_b ON a (b) WHERE b > 0; ALTER TABLE a ADD COLUMN b int;',
    )
    expect(shown(steps)).toEqual(['ALTER TABLE a ADD COLUMN b int;', 'index a_b'])
    expect(steps[1]).toMatchObject({ table: 'a', isUnique: false, definition: '(b) WHERE b > 0' })
  })

  it('an index that a later statement names is built before the transaction', () => {
    const steps = stepsOfMigration(`CREATE UNIQUE INDEX a_key ON a (b);
ALTER TABLE a DROP CONSTRAINT old, ADD UNIQUE USING INDEX a_key;`)
    expect(shown(steps)).toEqual([
      'index a_key',
      'ALTER TABLE a DROP CONSTRAINT old, ADD UNIQUE USING INDEX a_key;',
    ])
    expect(steps[0]).toMatchObject({ isUnique: true })
  })

  it('an index of a new table is made with it', () => {
    const text = 'CREATE TABLE a (b int);\nCREATE INDEX a_b ON a (b);'
    expect(shown(stepsOfMigration(text))).toEqual([text])
  })

  it('the body of a function is one statement with it', () => {
    const text =
      'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; SELECT 2 $$; SELECT f()'
    expect(statementsOf(text)).toEqual([text.split('; SELECT f')[0], 'SELECT f()'])
  })

  it('a semicolon in a comment ends no statement', () => {
    expect(statementsOf('SELECT 1 -- one; or not\n + 1;')).toHaveLength(1)
  })
})

describe("Puente's migrations", () => {
  const migrations = coreSchema.migrations ?? []

  it.for(migrations.map(({ name, sql }) => [name, sql] as const))(
    'each statement of %s is in one step',
    ([, text]) => {
      const statements = stepsOfMigration(text).flatMap((step) =>
        step.kind === 'index'
          ? [
              `CREATE ${step.isUnique ? 'UNIQUE ' : ''}INDEX ${step.name} ON ${step.table} ${step.definition}`,
            ]
          : statementsOf(step.sql),
      )
      const inOneLine = (all: string[]) => all.map((each) => each.replaceAll(/\s+/g, ' ')).sort()
      expect(inOneLine(statements)).toEqual(inOneLine(statementsOf(text)))
    },
  )

  it('a constraint takes an index that was built before', () => {
    const [swap] = migrations.filter(({ name }) => name.includes('search-over-many-stores'))
    expect(shown(stepsOfMigration(swap?.sql ?? '')).map((text) => text.split('\n')[0])).toEqual([
      'index orders_external_id_store_id_key',
      'index payments_gateway_payment_id_store_id_key',
      'LOCK TABLE orders, payments IN ACCESS EXCLUSIVE MODE;',
      'index orders_by_number',
      'CREATE STATISTICS payments_by_day',
    ])
  })
})
