// Covers docs/requirements.md: 825, 826

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExportFormatFields } from '../../../contract/exports/export-formats.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addExportFormat } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  test.ask(method, `/api/v1/export-formats${path}`, { as: test.own.general, ...(body && { body }) })
const fields: ExportFormatFields = {
  name: '会計用',
  target: 'usages',
  encoding: 'cp932',
  columns: ['code', 'usage', 'marks'],
  replacements: [{ character: '³', text: '3' }],
}

describe('export formats', () => {
  it('are added, changed and deleted by every user, keep the order of their columns, and are audited', async () => {
    const { id } = dataOf('createExportFormat', await ask('POST', '', fields))
    const changed = { ...fields, name: '会計', columns: ['usage', 'code'] }
    expect(dataOf('updateExportFormat', await ask('PUT', `/${id}`, changed))).toEqual({ id, ...changed })
    expect(dataOf('exportFormats', await ask('GET'))).toEqual([{ id, ...changed }])
    expect((await ask('DELETE', `/${id}`)).status).toBe(200)
    expect((await ask('DELETE', `/${id}`)).status).toBe(404)
    const path = `/api/v1/audit-entries?noun=export-format&subject_id=${id}`
    const entries = dataOf('auditEntries', await test.ask('GET', path, { as: test.own.admin }))
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'delete', before: changed, after: {} },
      {
        action: 'update',
        before: { name: '会計用', columns: fields.columns },
        after: { name: '会計', columns: changed.columns },
      },
      { action: 'create', before: {}, after: fields },
    ])
  })

  it.each<[string, object, string]>([
    ['a column of another output', { columns: ['name', 'version'] }, 'columns'],
    ['an unknown column', { columns: ['price'] }, 'columns.0'],
    ['a column twice', { columns: ['name', 'name'] }, 'columns'],
    ['no column', { columns: [] }, 'columns'],
    ['an unknown encoding', { encoding: 'euc-jp' }, 'encoding'],
    ['no name', { name: ' ' }, 'name'],
    [
      'a line break for a character',
      { replacements: [{ character: '³', text: '\n' }] },
      'replacements.0.text',
    ],
  ])('refuse %s with the field named', async (_what, wrong, path) => {
    expect(failureOf(await ask('POST', '', { ...fields, ...wrong })).issues?.[0]?.path).toBe(path)
  })

  it('have names that differ by more than width and case within the organization', async () => {
    await addExportFormat(test.deps.database, test.other.id, { name: 'ERP' })
    const { id } = dataOf('createExportFormat', await ask('POST', '', { ...fields, name: 'ERP' }))
    const taken = failureOf(await ask('POST', '', { ...fields, name: 'ｅｒｐ' }))
    expect(taken.issues?.[0]).toMatchObject({ path: 'name' })
    expect((await ask('PUT', `/${id}`, { ...fields, name: 'erp' })).status).toBe(200)
  })

  it.each([
    ['target', { target: sql`'alerts'` as never }, /export_formats_target/],
    ['encoding', { encoding: sql`'euc-jp'` as never }, /export_formats_encoding/],
    ['list of columns', { columns: [] }, /export_formats_columns/],
  ])('with a wrong %s are refused by the database', async (_what, wrong, constraint) => {
    await expect(addExportFormat(test.deps.database, test.own.id, wrong)).rejects.toMatchObject({
      cause: { constraint: expect.stringMatching(constraint) },
    })
  })
})
