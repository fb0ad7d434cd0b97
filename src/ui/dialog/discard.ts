import { discardInput } from '../../pwa/busy.ts'
import { confirm } from './confirm.tsx'

/** Asks before unsaved input is lost; once, even if closing a dialog also leaves the screen. */
export async function confirmDiscard(): Promise<boolean> {
  const agreed = await confirm({
    title: '入力内容を破棄しますか',
    text: '保存していない入力内容は失われます。',
    confirm: '破棄',
    cancel: '入力を続ける',
    destructive: true,
  })
  if (agreed) discardInput()
  return agreed
}
