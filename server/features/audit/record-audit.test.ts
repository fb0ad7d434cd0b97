import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { auditEntries } from '../../db/schema.ts'
import { changedFields, recordAudit } from './record-audit.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const write = (subjectName: string) =>
  test.deps.database.inOrganization(test.own.id, test.own.admin.id, (tx) =>
    recordAudit(
      tx,
      {
        userId: test.own.admin.id,
        key: null,
        organizationId: test.own.id,
      },
      {
        noun: 'device',
        subjectId: 1,
        subjectName,
        action: 'update',
        ...changedFields({ name: '旧', maxCount: 1, type: 0 }, { name: '新', maxCount: 2, type: 0 }),
        at: new Date(),
      },
    ),
  )

describe('an entry of the audit', () => {
  it('says who changed what, with the changed fields only', async () => {
    await write('1号機')
    const [entry] = await test.deps.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.subjectName, '1号機')),
    )
    expect(entry).toMatchObject({
      organizationId: test.own.id,
      userId: test.own.admin.id,
      action: 'update',
      before: { name: '旧', max_count: 1 },
      after: { name: '新', max_count: 2 },
    })
  })

  it.each([
    ['changed', sql`update audit_entries set subject_name = 'x'`],
    ['deleted', sql`delete from audit_entries`],
    ['emptied', sql`truncate audit_entries`],
  ])('is never %s, even by the owner of the table', async (_how, statement) => {
    await write('2号機')
    const attempt = test.deps.database.asSystem((tx) => tx.execute(statement))
    await expect(attempt).rejects.toMatchObject({
      cause: { message: expect.stringContaining('never changed or deleted') },
    })
  })
})
