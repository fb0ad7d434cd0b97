import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { useWithdrawEmailChange } from '../../lib/mutations/userMutations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { moveFocus } from '../../ui/form/moveFocus.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'

interface Props {
  user: { id: number; email: string; organization_id: number }
  /** The new address, which is still to be confirmed. */
  pending: string
  /** Whose address it is, unless it is one's own. */
  username?: string
  /** Gets the focus when the button goes away. */
  next: RefObject<HTMLElement | null>
  onWithdrawn?: () => void
}

/** Withdraws a pending change of address after a question. */
export function WithdrawEmailButton({ user, pending, username, next, onWithdrawn }: Props) {
  const notices = useFailureNotices()
  const withdraw = useWithdrawEmailChange(user.organization_id)
  const button = useRef<HTMLButtonElement>(null)
  const ask = async () => {
    const whose = username === undefined ? '' : `${username}の`
    const agreed = await confirm({
      title: 'メールアドレスの変更の取り消し',
      text: `${whose}メールアドレスの変更（${pending}）を取り消します。${pending} に届いた確認コードは使えなくなり、メールアドレスは ${user.email} のままです。`,
      confirm: '変更を取り消す',
      destructive: true,
    })
    if (!agreed) return
    withdraw.mutate(user.id, {
      onSuccess: () => {
        notify.success('メールアドレスの変更を取り消しました')
        if (button.current) moveFocus(button.current, next.current)
        onWithdrawn?.()
      },
      onError: (error) => notices.failure(error, { title: '変更を取り消せませんでした' }),
    })
  }
  return (
    <Button
      ref={button}
      variant="default"
      leftSection={<IconX size={18} aria-hidden />}
      loading={withdraw.isPending}
      onClick={() => void ask()}
    >
      アドレスの変更を取り消す
    </Button>
  )
}
