import { useRouter } from '@tanstack/react-router'
import { NetworkError } from '../../lib/api.ts'
import { signOut, switchOrganization } from '../../lib/session.ts'
import { isBusy } from '../../pwa/busy.ts'
import { notify } from '../../ui/notify.tsx'

/** Goes on in another organization; the page is loaded anew there. */
export function useSwitchOrganization(): (name: string) => Promise<void> {
  const router = useRouter()
  return async (name) => {
    if (isBusy()) {
      notify.warning('入力や送信が終わってから切り替えてください。')
      return
    }
    const outcome = await switchOrganization(name)
    if (outcome === 'unavailable') {
      notify.failure(new NetworkError('organization not switched'), {
        title: '組織を切り替えられませんでした',
      })
    } else if (outcome === 'missing') {
      notify.info('ログイン状態を保持していないため切り替えられません。もう一度ログインしてください。')
      await signOut()
    } else if (outcome === 'refused') {
      await router.invalidate()
    }
  }
}
