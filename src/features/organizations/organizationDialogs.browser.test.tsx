import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { ListedOrganization } from '../../../contract/organizations.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
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
