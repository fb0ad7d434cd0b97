import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { PlanDialog } from './PlanDialog.tsx'

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
