// Covers docs/requirements.md: 961

import { expect, test } from 'vitest'
import { roles } from '../../../contract/access.ts'
import { awkwardNames, reimported } from '../../../tests/support/reimported.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { rowOfUser, userColumns } from './userColumns.tsx'

test('the exported users are unchanged when they are imported again', async () => {
  const users = awkwardNames.map((username, id) => ({
    id,
    organization_id: 1,
    created_at: '2026-11-01T00:00:00+09:00',
    username,
    email: `user-${id}@example.com`,
    ...(id === 1 && { pending_email: 'other@example.com' }),
    role: roles[id % roles.length] ?? roles[0],
    is_alert_mail: id % 2 === 0,
    is_closing_notice: false,
    white_ips: id === 2 ? '192.0.2.1,192.0.2.2' : null,
  }))
  const file = csvOf(
    userColumns(() => undefined),
    users.map(rowOfUser),
  )
  const stored = users.map(({ id, username, email, role, is_alert_mail }) => ({
    id,
    values: { email, name: username, role, is_alert_mail },
    ignored: ['email'],
  }))
  expect(await reimported('users', file, stored)).toEqual(users.map(() => 'unchanged'))
})
