import { Button, MantineProvider } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '@mantine/core/styles.layer.css'
import '../../global.css'
import { Dialog } from '../dialog/Dialog.tsx'
import { Page } from '../layout/Page.tsx'
import { colorVariables } from '../theme/palette.ts'
import { theme } from '../theme/theme.ts'
import { NotificationList } from './NotificationList.tsx'
import { notify } from './notify.tsx'

afterEach(() => notify.clear())

test.each([
  [390, 844],
  [820, 1180],
  [1440, 900],
])('at %d px the news leaves the page’s primary action free', async (width, height) => {
  await page.viewport(width, height)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      {/* Below the header. */}
      <div style={{ paddingTop: 'var(--header-height)' }}>
        <Page title="メーター" action={<Button>メーター追加</Button>}>
          <div style={{ height: 400 }} />
        </Page>
      </div>
      <NotificationList />
    </MantineProvider>,
  )
  const action = screen.getByRole('button', { name: 'メーター追加' })
  await expect.element(action).toBeVisible()
  notify.success('「1号ポンプ」を登録しました')
  const note = screen.getByText('「1号ポンプ」を登録しました')
  await expect.element(note).toBeVisible()
  const over = () => {
    const news = screen.baseElement.querySelector('.mantine-Notification-root')?.getBoundingClientRect()
    const pressed = action.element().getBoundingClientRect()
    if (news === undefined) return null
    return (
      news.left < pressed.right &&
      pressed.left < news.right &&
      news.top < pressed.bottom &&
      pressed.top < news.bottom
    )
  }
  await expect.poll(over).toBe(false)
})

test('on a phone a dialog begins below what can be taken back, and the page stays where it is', async () => {
  await page.viewport(390, 844)
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={colorVariables} env="test">
      <Dialog title="No.3 冷却水圧力" opened onClose={() => undefined}>
        0.95 MPa
      </Dialog>
      <NotificationList />
    </MantineProvider>,
  )
  notify.undoable({ title: 'アラートを確認済みにしました', text: 'No.3 冷却水圧力', undo: () => undefined })
  const note = screen.getByRole('alert')
  await expect.element(note).toBeVisible()
  const close = screen.getByRole('dialog').getByRole('button', { name: '閉じる' })
  const between = () =>
    close.element().getBoundingClientRect().top - note.element().getBoundingClientRect().bottom
  await expect.poll(between).toBeGreaterThanOrEqual(0)
  expect(document.documentElement.style.getPropertyValue('--notices-room')).toBe('0px')
})
