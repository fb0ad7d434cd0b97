// Covers docs/requirements.md: 676, 1094

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { RemovalText } from './RemovalText.tsx'

const user = { username: 'sato', email: 'sato@example.jp' }

test('the question before a removal names what ends with the person and what stays', async () => {
  const dependents = {
    keys: [
      { id: 1, name: '集計システム', type: 0 as const },
      { id: 2, name: '工場のカメラ', type: 1 as const },
    ],
    inspections: [{ id: 3, name: '朝の巡回' }],
    recipient_groups: [
      { id: 8, name: '夜間当番', emptied_rules: [] },
      { id: 9, name: '設備班', emptied_rules: ['高圧', '低圧'] },
      { id: 10, name: '課長', emptied_rules: ['高温'], empties_escalation: true as const },
      { id: 11, name: '部長', emptied_rules: [], empties_escalation: true as const },
    ],
    invitations: [{ id: 4, email: 'tanaka@example.jp' }],
    email_changes: [{ id: 5, username: 'suzuki', email: 'new@example.jp' }],
  }
  const screen = await showRouted(new QueryClient(), <RemovalText user={user} dependents={dependents} />)
  await expect.element(screen.getByText(/このユーザーとして動作しているため無効になります/)).toBeVisible()
  const lists = screen.getByRole('list').all()
  const expected = [
    '集計システム',
    '工場のカメラ',
    '朝の巡回',
    [
      '夜間当番',
      '設備班（メンバーがいなくなるため、アラートルール「高圧」「低圧」は全員に知らせます）',
      '課長（メンバーがいなくなるため、アラートルール「高温」と確認されないアラートは全員に知らせます）',
      '部長（メンバーがいなくなるため、確認されないアラートは全員に知らせます）',
    ].join(''),
    'tanaka@example.jp',
    'suzuki: new@example.jp',
  ]
  expect(lists.map((list) => list.element().textContent)).toEqual(expected)
  await expect.element(screen.getByText(/端末は引き続き送信できます/)).toBeVisible()
  await expect.element(screen.getByText(/担当者がいなくなります/)).toBeVisible()
  await expect.element(screen.getByText('次の通知先グループからも外れます。')).toBeVisible()
  await expect.element(screen.getByText(/次の招待は、期限切れになります/)).toBeVisible()
  await expect.element(screen.getByText(/次のメールアドレスの変更は、取り消されます/)).toBeVisible()
})

test('the question before a removal says in general what happens if the names could not be loaded', async () => {
  const screen = await showRouted(new QueryClient(), <RemovalText user={user} dependents={null} />)
  await expect.element(screen.getByText(/担当する巡回は担当者なしになり/)).toBeVisible()
  expect(screen.getByRole('list').all()).toEqual([])
})
