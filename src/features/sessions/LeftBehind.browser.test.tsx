// Covers docs/requirements.md: 633

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OutboxSeal } from '../../../contract/outbox-seals.ts'
import { readRow } from '../../../offline/outbox.ts'
import { rememberOwnerProof } from '../../../offline/ownerProofs.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { unzip } from '../../../tests/support/files/unzip.ts'
import { colleague, inspector, queued, resetPhone } from '../../../tests/support/phone/phone.ts'
import { LoginScreen } from './LoginScreen.tsx'

const left: OutboxSeal = {
  is_member: false,
  seal: { key: btoa('0123456789abcdef0123456789abcdef'), sealed_key: 'sealed by the server' },
}
/** What the server says of the owner with this proof; absent: it cannot be reached. */
let answers: Record<string, OutboxSeal>
beforeEach(async () => {
  localStorage.clear()
  await resetPhone()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { owner_proof } = await new Request(input, init).json()
    const data = answers[owner_proof]
    return data ? Response.json({ success: true, data }) : Response.error()
  })
})
afterEach(() => vi.restoreAllMocks())

const show = async () => {
  await page.viewport(390, 844)
  return showRouted(new QueryClient(), <LoginScreen left="expired" onSignedIn={() => undefined} />, [
    '/confirm-code',
    '/qr-code',
  ])
}

const alertOf = (screen: Awaited<ReturnType<typeof show>>) =>
  screen.getByRole('alert', { name: '削除された利用者の未送信の記録が2件あります' })

async function leaveBehind() {
  await rememberOwnerProof({ ...inspector, proof: 'inspector' })
  answers = { inspector: left }
  return [await queued(inspector), await queued(inspector)]
}

test('a former member’s rows are offered by their number, without a name', async () => {
  await leaveBehind()
  localStorage.setItem('organizationCode', 'kenshin')
  localStorage.setItem('username', '点検 太郎')
  const screen = await show()
  await expect.element(alertOf(screen)).toBeVisible()
  await expect.element(screen.getByLabelText('ユーザー名またはメールアドレス')).toHaveValue('')
  await expect.element(screen.getByLabelText('組織コード')).toHaveValue('kenshin')
  expect(document.body.textContent).not.toContain('No.3 冷却水圧力')
  expect(localStorage.getItem('username')).toBeNull()
})

test('they are saved as a sealed file, and removed only then and after a question', async () => {
  const ids = await leaveBehind()
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:saved'
  })
  const screen = await show()
  await expect.element(alertOf(screen)).toBeVisible()
  const remove = screen.getByRole('button', { name: '書き出した2件をこの端末から削除' })
  await expect.element(remove).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'ファイルに書き出す' }).click()
  await expect.element(remove).toBeVisible()
  const { names } = await unzip(files[0] ?? new Blob())
  expect(names).toEqual(['sealed.json', `${ids[0]}.jpg`, `${ids[1]}.jpg`, 'manifest.json'])
  await remove.click()
  const question = screen.getByRole('dialog', { name: '書き出した2件をこの端末から削除しますか' })
  await question.getByRole('button', { name: 'キャンセル' }).click()
  expect(await readRow(ids[0] ?? '')).not.toBeNull()
  await remove.click()
  await question.getByRole('button', { name: '削除', exact: true }).click()
  await expect.element(alertOf(screen)).not.toBeInTheDocument()
  await expect.poll(() => readRow(ids[0] ?? '')).toBeNull()
})

test('nothing is offered of members, of people without a proof, and while the server cannot be reached', async () => {
  const [id] = await leaveBehind()
  await queued(colleague)
  await rememberOwnerProof({ ...colleague, proof: 'colleague' })
  const third = { userId: 3, organizationId: 10 }
  await queued(third)
  answers = { colleague: { is_member: true } }
  localStorage.setItem('username', '点検 太郎')
  const screen = await show()
  const asked = vi.mocked(fetch).mock
  await expect.poll(() => asked.results.length).toBeGreaterThanOrEqual(2)
  await Promise.allSettled(asked.results.map(({ value }) => value))
  await expect.element(screen.getByLabelText('ユーザー名またはメールアドレス')).toHaveValue('点検 太郎')
  expect(document.body.textContent).not.toContain('削除された利用者')
  expect(await readRow(id ?? '')).not.toBeNull()
})
