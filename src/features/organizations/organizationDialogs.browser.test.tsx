// Covers docs/requirements.md: 450, 451, 458, 574, 698

import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ListedOrganization } from '../../../contract/organizations.ts'
import type { Plan } from '../../../contract/plans.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { dataResetQuery } from '../../lib/queries/dataResets.ts'
import { organizationQuery } from '../../lib/queries/organizations.ts'
import { EditOrganizationDialog } from './EditOrganizationDialog.tsx'
import { organizationColumns } from './organizationColumns.tsx'
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

test('組織の編集 opens on the first field that can be changed', async () => {
  const open = (row: ListedOrganization) =>
    showRouted(new QueryClient(), <EditOrganizationDialog row={row} plans={[]} onClose={vi.fn()} />)
  const screen = await open({ ...organization, protected: false })
  await expect.element(screen.getByRole('combobox', { name: /プラン/ })).toHaveFocus()
  await screen.unmount()
  const locked = await open(organization)
  await expect.element(locked.getByRole('switch', { name: /^保護/ })).toHaveFocus()
})

test('AIブースト is offered until the plans have loaded, then where the plan allows it', async () => {
  const open = (plans: readonly Plan[]) =>
    showRouted(
      new QueryClient(),
      <EditOrganizationDialog row={{ ...organization, protected: false }} plans={plans} onClose={vi.fn()} />,
    )
  const hint = 'AIを許可しているプランで利用できます。'
  const loading = await open([])
  await expect.element(loading.getByRole('switch', { name: /^AIブースト/ })).toBeEnabled()
  await expect.element(loading.getByText(hint)).not.toBeInTheDocument()
  await loading.unmount()
  const plan = { id: 1, name: 'Unlimited', allow_apis: false } as Plan
  const screen = await open([plan])
  await expect.element(screen.getByRole('switch', { name: /^AIブースト/ })).toBeDisabled()
  await expect.element(screen.getByText(hint)).toBeVisible()
})

test('stopping an organization asks first and names its devices; cancelling sends nothing', async () => {
  const client = new QueryClient()
  const named = (name: string, deleted_at: string | null = null) => ({ id: name.length, name, deleted_at })
  client.setQueryData(organizationQuery(2).queryKey, {
    devices: [named('受変電所のカメラ'), named('旧カメラ', '2026-11-01T00:00:00+09:00')],
    users: [{}, {}, {}],
  } as never)
  const sent: unknown[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    sent.push(await new Request(input, init).json())
    return Response.json({ success: true, data: { ...organization, status: 1 } })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const screen = await showRouted(
    client,
    <EditOrganizationDialog row={{ ...organization, protected: false }} plans={[]} onClose={vi.fn()} />,
  )
  await screen.getByRole('combobox', { name: /状態/ }).selectOptions('停止中')
  await screen.getByRole('button', { name: '更新' }).click()
  const question = screen.getByRole('dialog', { name: '組織の利用を止める' })
  await expect
    .element(question)
    .toMatchTextContent(
      /ユーザー3人は、すぐに利用できなくなります。次の端末1台からの報告も拒否されます。受変電所のカメラ/,
    )
  await expect.element(question.getByText('旧カメラ')).not.toBeInTheDocument()
  await question.getByRole('button', { name: 'キャンセル' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: '更新' }).click()
  await screen.getByRole('button', { name: '利用を止める' }).click()
  await expect.poll(() => sent).toMatchObject([{ status: 1 }])
})

test('stopping an organization names all of its devices in a list that scrolls', async () => {
  const client = new QueryClient()
  const devices = Array.from({ length: 60 }, (_, at) => ({
    id: at,
    name: `カメラ${at + 1}`,
    deleted_at: null,
  }))
  client.setQueryData(organizationQuery(2).queryKey, { devices, users: [] } as never)
  const screen = await showRouted(
    client,
    <EditOrganizationDialog row={{ ...organization, protected: false }} plans={[]} onClose={vi.fn()} />,
  )
  await screen.getByRole('combobox', { name: /状態/ }).selectOptions('停止中')
  await screen.getByRole('button', { name: '更新' }).click()
  const question = screen.getByRole('dialog', { name: '組織の利用を止める' })
  await expect.element(question.getByText('次の端末60台からの報告も拒否されます。')).toBeVisible()
  const listed = question.getByRole('list', { name: '報告が拒否される端末' })
  expect(listed.getByRole('listitem').all()).toHaveLength(60)
  await listed.getByText('カメラ60', { exact: true }).element().scrollIntoView()
  await expect.element(listed.getByText('カメラ60', { exact: true })).toBeInViewport()
  expect(listed.element().scrollTop).toBeGreaterThan(0)
  await expect.element(question.getByRole('button', { name: '利用を止める' })).toBeInViewport({ ratio: 1 })
  await question.getByRole('button', { name: 'キャンセル' }).click()
})

test('stopping an organization fails with a notice when its devices cannot be loaded', async () => {
  const sent: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    sent.push(new Request(input, init).method)
    return Response.json(
      { success: false, code: 'forbidden', messages: [], request_id: 'r' },
      { status: 403 },
    )
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const screen = await showRouted(
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    <EditOrganizationDialog row={{ ...organization, protected: false }} plans={[]} onClose={vi.fn()} />,
  )
  await screen.getByRole('combobox', { name: /状態/ }).selectOptions('停止中')
  await screen.getByRole('button', { name: '更新' }).click()
  await expect.element(screen.getByText('組織を更新できませんでした')).toBeVisible()
  expect(sent).not.toContain('PUT')
})

const [active, stopped] = [0, 1] as const
const [past, future] = ['2026-11-26T23:59:59+09:00', '2026-11-27T23:59:59+09:00']
test.each([
  ['expired', { status: active, expire_at: past }, '期限切れ', 'pressing'],
  ['stopped', { status: stopped, expire_at: past }, '停止中', 'neutral'],
  ['about to expire', { status: active, expire_at: future }, '利用中', 'normal'],
  ['without an expiry', { status: active, expire_at: null }, '利用中', 'normal'],
])('the state of an organization is a word in its tone: %s', async (_what, given, word, tone) => {
  const columns = organizationColumns([], vi.fn(), Date.parse('2026-11-27T12:00:00+09:00'))
  const state = columns.find(({ key }) => key === 'status')
  const shown = { isShown: () => true, typed: undefined }
  const cell = state?.cell?.({ ...organization, ...given }, shown)
  const screen = await showRouted(new QueryClient(), cell)
  await expect.element(screen.getByText(word, { exact: true })).toHaveAttribute('data-tone', tone)
})

test('the flag of a plan for AI says what it allows', async () => {
  const screen = await showRouted(new QueryClient(), <PlanDialog row={null} used={0} onClose={vi.fn()} />)
  await expect
    .element(screen.getByRole('switch', { name: 'AIを許可 APIキーとAI読取（/analyze）' }))
    .toBeVisible()
})

test('a plan needs its limits unless it is unlimited', async () => {
  const screen = await showRouted(new QueryClient(), <PlanDialog row={null} used={0} onClose={vi.fn()} />)
  await screen.getByRole('combobox', { name: /種類/ }).selectOptions('Basic')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.poll(() => screen.getByText('上限を入力してください').elements().length).toBe(3)
  await screen.getByRole('combobox', { name: /種類/ }).selectOptions('Unlimited')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.poll(() => screen.getByText('上限を入力してください').elements().length).toBe(0)
  await expect.element(screen.getByText('プラン名を入力してください')).toBeVisible()
})

test('a plan has at most as many free AI boost calls as its maximum', async () => {
  const screen = await showRouted(new QueryClient(), <PlanDialog row={null} used={0} onClose={vi.fn()} />)
  await type(screen.getByRole('textbox', { name: 'プラン名' }), '無料が多い')
  await screen.getByRole('combobox', { name: /種類/ }).selectOptions('Basic')
  await type(screen.getByRole('textbox', { name: 'AI上限' }), '10')
  const free = screen.getByRole('textbox', { name: 'AI-FREE上限' })
  await type(free, '11')
  await screen.getByRole('button', { name: '登録' }).click()
  await expect.element(screen.getByText('AI-FREE上限はAI上限以下にしてください')).toBeVisible()
  await expect.element(free).toHaveFocus()
})

test('a changed plan says before it is saved how many organizations have it', async () => {
  const row: Plan = {
    id: 2,
    name: 'Basic',
    type: 1,
    ai_api_max_count: 10,
    ai_api_free_count: 1,
    limit_mobile_count: 5,
    allow_devices: true,
    allow_apps: true,
    allow_apis: true,
    allow_mobiles: true,
  }
  const screen = await showRouted(new QueryClient(), <PlanDialog row={row} used={3} onClose={vi.fn()} />)
  const note = screen.getByText('このプランの組織 3件に、保存するとすぐに反映されます。', { exact: true })
  await expect.element(screen.getByRole('textbox', { name: 'AI上限' })).toHaveValue('10')
  await expect.element(note).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: 'AI上限' }), '9')
  await expect.element(note).toBeVisible()
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
