import { useBlocker } from '@tanstack/react-router'
import { notify } from '../../ui/notice/notify.tsx'

/** Keeps the screen, and the page, until a photograph is stored: then leaving asks what becomes of it. */
export function useStayWhileSaving(saving: boolean): void {
  useBlocker({
    shouldBlockFn: () => {
      notify.info('写真を保存しています。少しお待ちください。')
      return true
    },
    enableBeforeUnload: true,
    disabled: !saving,
  })
}
