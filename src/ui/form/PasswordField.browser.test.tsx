import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { PasswordField } from './PasswordField.tsx'

test('the password is shown and hidden by a button that says which it will do', async () => {
  const screen = await show(<PasswordField label="パスワード" defaultValue="Himitsu-2026!" />)
  const field = page.getByLabelText('パスワード', { exact: true })
  await expect.element(field).toHaveAttribute('type', 'password')
  await screen.getByRole('button', { name: 'パスワードを表示' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await screen.getByRole('button', { name: 'パスワードを隠す' }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
})

test('locked capitals are said while they are locked', async () => {
  const screen = await show(<PasswordField label="パスワード" />)
  const press = (modifierCapsLock: boolean) =>
    page
      .getByLabelText('パスワード', { exact: true })
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock }))
  press(true)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Caps Lock がオンになっています')
  press(false)
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
})
