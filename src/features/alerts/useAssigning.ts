import { useNetwork } from '@mantine/hooks'
import type { Alert } from '../../../contract/alerts.ts'
import { ApiError } from '../../failures/callErrors.ts'
import { useAssignAlert } from '../../lib/mutations/assigneeMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useFocusAfterRemoval } from '../../ui/table/useFocusAfterRemoval.ts'
import { usePressCooldown } from '../../ui/table/usePressCooldown.ts'

/** What cards and rows need so that this user takes alerts over and releases them. */
export interface Assigning {
  /** This user. */
  userId: number
  /** Takes an alert over, or releases one’s own. Undefined for a moment after that: another button is at its place. */
  onTake: ((alert: Alert) => void) | undefined
  /** Asks who is to work on it. */
  onChange: (alert: Alert) => void
}

/** Takes alerts over by one press, which can be undone; whoever was first keeps it. */
export function useAssigning(): Pick<Assigning, 'userId' | 'onTake'> {
  const { id: me } = useAccount()
  const { online } = useNetwork()
  const { cooling, startCooldown } = usePressCooldown()
  const { mutateAsync, isPending } = useAssignAlert()
  // The alert leaves a list that is filtered by who has it.
  const markPressed = useFocusAfterRemoval(isPending)
  // May run after the list is unmounted.
  const assign = async (alert: Alert, next: number | null, previous: number | null): Promise<boolean> => {
    try {
      await mutateAsync({ id: alert.id, userId: next, previousUserId: previous })
      return true
    } catch (error) {
      const first = error instanceof ApiError && error.code === 'assignee_changed' && error.issues[0]
      if (first) notify.info(`「${nameOf(alert)}」: ${first.message}。`)
      else
        notify.failure(error, {
          title: '担当を変更できませんでした',
          retry: () => void assign(alert, next, previous),
        })
      return false
    }
  }
  const take = async (alert: Alert) => {
    if (!online) return notify.info('オフラインです。電波の届く所で担当を変更してください。')
    const previous = alert.assignee?.id ?? null
    const next = previous === me ? null : me
    markPressed()
    startCooldown()
    if (!(await assign(alert, next, previous))) return
    notify.undoable({
      title: next === null ? 'アラートの担当を外しました' : 'アラートを担当しました',
      text: nameOf(alert),
      undo: async () => {
        if (await assign(alert, previous, next)) notify.success(`「${nameOf(alert)}」の担当を元に戻しました`)
      },
    })
  }
  return { userId: me, onTake: cooling ? undefined : (alert) => void take(alert) }
}

const nameOf = (alert: Alert) => alert.meter_value.meter.name
