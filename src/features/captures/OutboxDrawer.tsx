import { Button, Drawer } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconCloudCheck, IconCloudOff, IconFileZip, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { isSkip } from '../../../offline/rows.ts'
import { isUnsent } from '../../../offline/sendable.ts'
import { exportCaptures } from '../../lib/exportCaptures.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './OutboxDrawer.module.css'
import { OutboxRow } from './OutboxRow.tsx'
import { sendOutbox } from './outboxSender.ts'
import { hasBackgroundSync } from './requestBackgroundSync.ts'
import { SkipRow } from './SkipRow.tsx'
import { useOutbox } from './useOutbox.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

/** The user's captures on this device: unsent and recently received. */
export function OutboxDrawer({ opened, onClose }: Props) {
  const { rows, unsent, sending } = useOutbox()
  const { id, organization } = useAccount()
  const { online } = useNetwork()
  const [busy, setBusy] = useState(false)
  const parts = [
    { label: '未送信', rows: rows.filter(({ state }) => isUnsent(state)) },
    { label: '送信済', rows: rows.filter(({ state }) => !isUnsent(state)) },
  ].filter(({ rows }) => rows.length > 0)
  const sendNow = async () => {
    setBusy(true)
    try {
      await sendOutbox('all')
    } catch (error) {
      notify.failure(error, { title: '送信できませんでした' })
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    exportCaptures(id).catch((error: unknown) =>
      notify.failure(error, { title: '写真をファイルに保存できませんでした' }),
    )
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size="min(100%, 480px)">
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.content}>
          <div className={classes.head}>
            <Drawer.Title className={classes.title}>撮影の送信状況</Drawer.Title>
            <Drawer.CloseButton size={48} aria-label="閉じる" />
          </div>
          <Drawer.Body className={classes.body}>
            {!online && (
              <p className={classes.note} data-offline>
                <IconCloudOff size={20} aria-hidden />
                オフラインです。写真は端末に保存してあり、電波が戻ると送信します。
              </p>
            )}
            {unsent > 0 && !hasBackgroundSync() && (
              <p className={classes.note}>この端末では、アプリを開いている間に送信します。</p>
            )}
            {rows.length === 0 ? (
              <EmptyState
                icon={IconCloudCheck}
                title="送信する写真はありません"
                text="撮影した写真は、送信が終わるまでここに並びます。"
              />
            ) : (
              <div className={classes.parts}>
                {parts.map(({ label, rows }) => (
                  <section key={label} aria-label={label}>
                    <h3 className={classes.part}>
                      {label} {rows.length}件
                    </h3>
                    <ul className={classes.list}>
                      {rows.map((row) =>
                        isSkip(row) ? (
                          <SkipRow key={row.id} skip={row} organizationId={organization.id} />
                        ) : (
                          <OutboxRow key={row.id} capture={row} organizationId={organization.id} />
                        ),
                      )}
                    </ul>
                  </section>
                ))}
              </div>
            )}
            {unsent > 0 && (
              <div className={classes.action}>
                <Button
                  fullWidth
                  size="lg"
                  leftSection={<IconSend size={20} aria-hidden />}
                  loading={busy || sending}
                  disabled={!online}
                  onClick={() => void sendNow()}
                >
                  今すぐ送信
                </Button>
                <Button
                  fullWidth
                  variant="default"
                  size="lg"
                  leftSection={<IconFileZip size={20} aria-hidden />}
                  onClick={() => void save()}
                >
                  ファイルに保存
                </Button>
              </div>
            )}
          </Drawer.Body>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
