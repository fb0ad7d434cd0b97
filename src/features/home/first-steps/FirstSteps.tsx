import { Box, Button, Group, List, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck, IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { role } from '../../../../contract/access.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { devicesQuery } from '../../../lib/queries/devices.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { usersQuery } from '../../../lib/queries/users.ts'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { doneSteps, type StepName, stepNames } from './steps.ts'
import { isTrialMeter } from './trialCode.ts'
import { trialMeterOf } from './trialMeter.ts'
import { useTrial } from './useTrial.ts'

const none: never[] = []

const texts: Record<StepName, { title: string; hint: string }> = {
  units: { title: '単位', hint: 'MPa、℃、m³など、測定値の単位' },
  meters: { title: 'メーター', hint: '名前、単位、種別。表からまとめて取り込めます' },
  sources: { title: '端末か人', hint: '撮影するカメラ、値を送る端末、または点検する人' },
  ranges: { title: '異常範囲', hint: 'この範囲の値が届くと、アラートになります' },
  recipients: { title: '通知先', hint: 'アラートをメールで受け取る人' },
}

/** What an organization without readings sets up first, and what of it is done. */
export function FirstSteps() {
  const account = useAccount()
  const { units, meters, categories } = useMasters('units', 'meters', 'categories')
  const { data: devices = none } = useQuery(devicesQuery)
  const { data: users = none } = useQuery(usersQuery(account.organization.id))
  const done = doneSteps({ units, meters, devices, users })
  const isSystem = account.role >= role.system
  const way = { variant: 'default', size: 'sm' } as const
  const ways: Record<StepName, ReactNode> = {
    units: isSystem ? (
      <ButtonLink to="/masters" {...way}>
        単位を追加
      </ButtonLink>
    ) : (
      <Text size="sm">システム管理者が登録します</Text>
    ),
    meters: (
      <>
        <ButtonLink to="/meters" {...way}>
          メーターを追加
        </ButtonLink>
        <ButtonLink to="/import" search={{ noun: 'meters' }} {...way}>
          表から取り込む
        </ButtonLink>
      </>
    ),
    sources: (
      <>
        <ButtonLink to="/devices" {...way}>
          端末を追加
        </ButtonLink>
        <ButtonLink to="/users" {...way}>
          人を招待
        </ButtonLink>
      </>
    ),
    ranges: (
      <ButtonLink to="/meters" {...way}>
        メーターを選んで設定
      </ButtonLink>
    ),
    recipients: (
      <ButtonLink to="/users" {...way}>
        異常メールの宛先
      </ButtonLink>
    ),
  }
  const trial = meters.find(isTrialMeter)
  const tried = trial ?? trialMeterOf(units, categories)
  const { mutate, isPending } = useTrial()
  const tryMeter = () =>
    tried !== null &&
    mutate(tried, {
      onSuccess: (isNew) =>
        notify.success(
          isNew
            ? 'お試しの圧力計に写真を送りました。数秒で読み取ります'
            : '異常な値の写真を送りました。数秒でアラートになります',
        ),
      onError: (error) => notify.failure(error, { title: 'お試しの写真を送れませんでした' }),
    })
  return (
    <Paper component="section" withBorder p="md" mb="sm" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        はじめに設定すること
      </Title>
      <List
        type="ordered"
        listStyleType="none"
        spacing="xs"
        my="xs"
        styles={{ itemWrapper: { width: '100%' }, itemLabel: { flex: 1 } }}
      >
        {stepNames.map((name, index) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon size={28} radius="xl" variant={done[name] ? 'filled' : 'default'} aria-hidden>
                {done[name] ? <IconCheck size={18} /> : index + 1}
              </ThemeIcon>
            }
          >
            <Group justify="space-between" gap="xs">
              <Box flex="1 1 16em">
                <Text fw={700}>
                  {texts[name].title}
                  {done[name] && '（済み）'}
                </Text>
                <Text size="sm" c="dimmed">
                  {texts[name].hint}
                </Text>
              </Box>
              <Group gap="xs">{ways[name]}</Group>
            </Group>
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        端末がなくても、見本の圧力計の写真で読み取りとアラートを試せます。試し終えたメーターは削除できます。
      </Text>
      <Group mt="xs">
        <Button
          variant="light"
          leftSection={<IconFlask size={20} aria-hidden />}
          loading={isPending}
          disabled={tried === null}
          onClick={tryMeter}
        >
          {trial ? '異常な値の写真を送る' : 'お試しのメーターで試す'}
        </Button>
        <ButtonLink to="/help" variant="subtle">
          ヘルプを見る
        </ButtonLink>
        {trial && (
          <ButtonLink to="/meters/$id" params={{ id: String(trial.id) }} variant="subtle">
            お試しの圧力計を開く
          </ButtonLink>
        )}
      </Group>
    </Paper>
  )
}
