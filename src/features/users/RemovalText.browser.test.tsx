import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { RemovalText } from './RemovalText.tsx'

const user = { id: 7, username: 'sato', email: 'sato@example.jp' }
const keys = [
  { id: 1, name: '集計システム', type: 0, user_id: 7 },
  { id: 2, name: '工場のカメラ', type: 1, user_id: 7 },
  { id: 3, name: '別の人のキー', type: 0, user_id: 8 },
] as const

test('the question before a removal names the keys that end with the person and those that stay', async () => {
  const screen = await showRouted(new QueryClient(), <RemovalText user={user} keys={keys} />)
  const [ending, staying] = screen.getByRole('list').all()
  await expect.element(ending ?? screen.getByText('missing')).toHaveTextContent('集計システム')
  await expect.element(staying ?? screen.getByText('missing')).toHaveTextContent('工場のカメラ')
  await expect.element(screen.getByText(/このユーザーとして動作しているため無効になります/)).toBeVisible()
  await expect.element(screen.getByText(/端末は引き続き送信できます/)).toBeVisible()
  await expect.element(screen.getByText('別の人のキー')).not.toBeInTheDocument()
})
