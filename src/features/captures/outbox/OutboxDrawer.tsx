import { Box, Button, Drawer, Stack } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconFileZip,
  IconRefresh,
  IconSend,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { isDamaged, isOnlyHere, isRefused, isUnsent } from '../../../../offline/sendable.ts'
import { exportedText, exportOutbox } from '../../../lib/held/exportOutbox.ts'
import { useUnreadOutbox, useUnsentOfOthers } from '../../../lib/held/outboxRows.ts'
import { hasBackgroundSync } from '../../../lib/held/requestBackgroundSync.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import note from '../../../ui/state/Note.module.css'
import { StateMessage } from '../../../ui/state/StateMessage.tsx'
import { useKeepFocus } from '../value/useKeepFocus.ts'
import { ImportButton } from './ImportButton.tsx'
import classes from './OutboxDrawer.module.css'
import { OutboxPart } from './OutboxPart.tsx'
import { partsOf } from './outboxParts.ts'
import { sendOutbox } from './outboxSender.ts'
import { UnsentAgeNote } from './UnsentAgeNote.tsx'
import { useOutbox } from './useOutbox.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

/** The user's photographs, skips and replacements on this device: unsent and recently received. */
export function OutboxDrawer({ opened, onClose }: Props) {
  const { rows, unsent, sending } = useOutbox()
  const notices = useFailureNotices(opened)
  const readAgain = useUnreadOutbox()
  const others = useUnsentOfOthers()
  const account = useAccount()
  const { online } = useNetwork()
  // A row that a person moves to another part takes its button with it.
  const content = useKeepFocus(rows)
  const [busy, setBusy] = useState<'sending' | 'exporting' | null>(null)
  const run = async (what: 'sending' | 'exporting', title: string, work: () => Promise<unknown>) => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      notices.failure(error, { title })
    } finally {
      setBusy(null)
    }
  }
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size="min(100%, 480px)">
      <Drawer.Overlay />
      <Drawer.Content>
        <Stack ref={content} gap={0} mih="calc(100dvh - var(--notices-room))" tabIndex={-1}>
          <div className={classes.head}>
            <Drawer.Title fz="lg" fw={700}>
              撮影の送信状況
            </Drawer.Title>
            <Drawer.CloseButton size={48} aria-label="閉じる" />
          </div>
          <Drawer.Body className={classes.body}>
            {!online && (
              <Box component="p" className={note.note} p={12} mb={8} data-tone="waiting">
                <IconCloudOff size={20} aria-hidden />
                オフラインです。写真と値は端末に保存してあり、電波が戻ると送信します。
              </Box>
            )}
            {readAgain && (
              <StateMessage
                icon={IconAlertTriangle}
                tone="abnormal"
                role="alert"
                title="端末の中の写真を確認できませんでした"
                text={`${
                  rows.length === 0 ? '写真が消えたとは限りません。' : '下の一覧は古い内容です。'
                }続くときは、アプリを開き直してください。`}
                action={
                  <Button
                    variant="default"
                    leftSection={<IconRefresh size={18} aria-hidden />}
                    onClick={readAgain}
                  >
                    もう一度
                  </Button>
                }
              />
            )}
            <UnsentAgeNote />
            {unsent > 0 && !hasBackgroundSync() && (
              <Box component="p" className={note.note} p={12} mb={8}>
                この端末では、アプリを開いている間に送信します。
              </Box>
            )}
            {rows.length === 0 && !readAgain ? (
              <EmptyState
                icon={IconCloudCheck}
                title="送信するものはありません"
                text="写真や入力した値は、送信が終わるまでここに並びます。"
              />
            ) : (
              <Box flex={1}>
                {partsOf(rows).map(({ label, rows: members }) => (
                  <OutboxPart
                    key={label}
                    label={label}
                    rows={members}
                    organizationId={account.organization.id}
                    onLeave={onClose}
                  />
                ))}
              </Box>
            )}
            {others > 0 && (
              <Box component="p" className={note.note} p={12} mb={8}>
                <IconUsers size={20} aria-hidden />
                未送信 {others}件（別の利用者）は、その利用者がログインすると送信します。
              </Box>
            )}
            <Stack gap={8} py={16}>
              {rows.some((row) => isOnlyHere(row.state) && !isDamaged(row)) && (
                <Button
                  fullWidth
                  variant="default"
                  size="lg"
                  leftSection={<IconFileZip size={20} aria-hidden />}
                  loading={busy === 'exporting'}
                  onClick={() =>
                    void run('exporting', 'ファイルに書き出せませんでした', async () => {
                      const count = await exportOutbox(account)
                      if (count !== null) notify.success(exportedText(count))
                    })
                  }
                >
                  すべてファイルに書き出す
                </Button>
              )}
              <ImportButton />
            </Stack>
            {/* A photograph without a decision waits for its value. */}
            {rows.some((row) => isUnsent(row.state) && row.state !== 'draft' && !isRefused(row)) && (
              <div className={classes.action}>
                <Button
                  fullWidth
                  size="lg"
                  leftSection={<IconSend size={20} aria-hidden />}
                  loading={busy === 'sending' || sending}
                  disabled={!online}
                  onClick={() => void run('sending', '送信できませんでした', () => sendOutbox('all'))}
                >
                  今すぐ送信
                </Button>
              </div>
            )}
          </Drawer.Body>
        </Stack>
      </Drawer.Content>
    </Drawer.Root>
  )
}
