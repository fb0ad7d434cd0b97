import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ListedOrganization } from '../../../contract/organizations.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { dataResetQuery } from '../../lib/queries/dataResets.ts'
import { EditOrganizationDialog } from './EditOrganizationDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'

const organization: ListedOrganization = {
  id: 2,
  name: 'Mizu',
  code: 'mizu',
  plan_id: 1,
  plan_name: 'Unlimited',
  status: 0,
  expire_at: null,
  use_ai_boost: false,
  image_keep_duration: null,
  demo_enabled: false,
  protected: true,
}

test('of a protected organization only the protection can be changed', async () => {
  const screen = await showRouted(
    new QueryClient(),
    <EditOrganizationDialog row={organization} plans={[]} onClose={vi.fn()} />,
  )
  for (const name of [/^AIブースト/, /^デモ/])
    await expect.element(screen.getByRole('switch', { name })).toBeDisabled()
  for (const name of [/状態/, /プラン/])
    await expect.element(screen.getByRole('combobox', { name })).toBeDisabled()
  await expect.element(screen.getByRole('textbox', { name: /画像保存期間/ })).toBeDisabled()
  await expect.element(screen.getByRole('switch', { name: /^保護/ })).toBeEnabled()
})

test('a plan needs its limits unless it is unlimited', async () => {
  const screen = await showRouted(new QueryClient(), <PlanDialog row={null} onClose={vi.fn()} />)
  await screen.getByRole('combobox', { name: /種類/ }).selectOptions('Basic')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.poll(() => screen.getByText('上限を入力してください').elements().length).toBe(3)
  await screen.getByRole('combobox', { name: /種類/ }).selectOptions('Unlimited')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.poll(() => screen.getByText('上限を入力してください').elements().length).toBe(0)
  await expect.element(screen.getByText('プラン名を入力してください')).toBeVisible()
})

test('the data of a demonstration can be initialised, which asks first and then shows how far it is', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { queryKey } = dataResetQuery(2)
  client.setQueryData(queryKey, null)
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST') sent.push(await request.json())
    const by = { started_at: '2026-11-25T15:00:00+09:00', started_by: { id: 9, username: 'tanaka' } }
    const reset = { ...by, step: 'delete', done: 120, total: 400, finished_at: null, failure: null }
    return Response.json({ success: true, data: sent.length === 0 ? null : reset })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const row = { ...organization, demo_enabled: true, protected: false }
  const screen = await showRouted(client, <EditOrganizationDialog row={row} plans={[]} onClose={vi.fn()} />)
  await screen.getByRole('button', { name: 'データ初期化' }).click()
  await expect.element(screen.getByText(/本当に初期化しますか.*この操作は元に戻せません/)).toBeVisible()
  await screen.getByRole('button', { name: '初期化', exact: true }).click()
  await expect.element(screen.getByText(/^データを削除しています 120 \/ 400件（tanakaが/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'データ初期化' })).toBeDisabled()
  expect(sent).toEqual([{ organization_id: 2 }])
})

test('a protected organization, or one that is no demonstration, has no button to initialise its data', async () => {
  for (const flags of [{ demo_enabled: true }, { protected: false }]) {
    const client = new QueryClient()
    client.setQueryData(dataResetQuery(2).queryKey, null)
    const screen = await showRouted(
      client,
      <EditOrganizationDialog row={{ ...organization, ...flags }} plans={[]} onClose={vi.fn()} />,
    )
    await expect.element(screen.getByRole('switch', { name: /^デモ/ })).toBeVisible()
    expect(screen.getByRole('button', { name: 'データ初期化' }).elements()).toEqual([])
    await screen.unmount()
  }
})
