// Covers docs/requirements.md: 427

import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { accessIpsOf, accessIpsSchema, whiteIpsOf } from './accessIps.ts'
import { IpAddressesField } from './IpAddressesField.tsx'

const onSend = vi.fn<(ips: string | null) => void>()

function Editor({ given }: { given: string | null }) {
  const [value, setValue] = useState(accessIpsOf(given))
  const { error } = accessIpsSchema.safeParse(value)
  const errors = Object.fromEntries(
    error?.issues.map(({ path, message }) => [`access.${path.join('.')}`, message]) ?? [],
  )
  onSend(whiteIpsOf(value))
  return <IpAddressesField path="access" value={value} errors={errors} onChange={setValue} />
}

test('all addresses are allowed until some are named; a row is added behind a valid one only', async () => {
  const screen = await show(<Editor given={null} />)
  expect(onSend).toHaveBeenLastCalledWith(null)
  await screen.getByRole('radio', { name: '指定する' }).click()
  const ip = screen.getByRole('textbox', { name: 'IPアドレス' })
  const add = screen.getByRole('button', { name: 'IPアドレスを追加' })
  await expect.element(screen.getByText('IPアドレスを入力してください')).toBeVisible()
  await expect.element(ip).toHaveAccessibleDescription(/範囲（\/24）、IPv6、ポート番号は指定できません/)
  await type(ip, '192.0.2.0/24')
  await expect.element(add).toBeDisabled()
  await type(ip, '192.0.2.256')
  await expect.element(screen.getByText('IPアドレスを正しく入力してください')).toBeVisible()
  await expect.element(add).toBeDisabled()
  await type(ip, '192.0.2.25')
  await add.click()
  await expect.element(ip).toHaveValue('')
  await expect.element(ip).toHaveFocus()
  await expect.element(screen.getByRole('textbox')).toHaveLength(1)
  await type(ip, '198.51.100.7')
  expect(onSend).toHaveBeenLastCalledWith('192.0.2.25,198.51.100.7')
})

test('begins with the addresses there are; one row stays', async () => {
  const screen = await show(<Editor given="192.0.2.1,192.0.2.2" />)
  await expect.element(screen.getByRole('radio', { name: '指定する' })).toBeChecked()
  await screen.getByRole('button', { name: '192.0.2.1を削除' }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('192.0.2.2')
  await expect.element(screen.getByRole('button', { name: /削除/ })).not.toBeInTheDocument()
  await screen.getByRole('radio', { name: 'すべて許可' }).click()
  expect(onSend).toHaveBeenLastCalledWith(null)
})

test('full-width characters of a Japanese input method are sent as an address', async () => {
  const screen = await show(<Editor given={null} />)
  await screen.getByRole('radio', { name: '指定する' }).click()
  const ip = screen.getByRole('textbox', { name: 'IPアドレス' })
  await type(ip, '１９２．０。２．１')
  await expect.element(screen.getByText('IPアドレスを正しく入力してください')).not.toBeInTheDocument()
  expect(onSend).toHaveBeenLastCalledWith('192.0.2.1')
  await screen.getByRole('button', { name: 'IPアドレスを追加' }).click()
  await expect.element(screen.getByText('192.0.2.1', { exact: true })).toBeVisible()
})

test('a pasted list becomes a row for each address', async () => {
  const screen = await show(<Editor given={null} />)
  await screen.getByRole('radio', { name: '指定する' }).click()
  const ip = screen.getByRole('textbox', { name: 'IPアドレス' })
  await type(ip, '192.0.2.')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', '1, 192.0.2.2')
  ip.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(screen.getByText('192.0.2.1', { exact: true })).toBeVisible()
  await expect.element(ip).toHaveValue('192.0.2.2')
  expect(onSend).toHaveBeenLastCalledWith('192.0.2.1,192.0.2.2')
})
