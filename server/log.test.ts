// Covers docs/requirements.md: 373

import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../tests/support/server/database.ts'
import { connect } from './db/client.ts'
import { createLog } from './log.ts'

it('tells what the database said of a failed query, and nothing that it was asked with', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const { url, close } = await createTestDatabase()
  const database = connect(url, log)
  const secret = 'ABCDE-23456'
  const failed = database.asSystem((tx) => tx.execute(sql`select 1 / length(${secret}::text) - 1 / 0`))
  await failed.catch((error: unknown) => log.error({ err: error }, 'call failed'))
  await database.close()
  await close()
  expect(lines.join()).toContain('division by zero')
  expect(lines.join()).toContain('log.test.ts')
  expect(lines.join()).not.toContain(secret)
})
