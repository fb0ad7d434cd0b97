import { Badge, Box, Button, Stack, Text, Title } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SignedInDevice } from '../../../contract/sessions.ts'
import { useEndSession } from '../../lib/mutations/userMutations.ts'
import { signedInDevicesQuery } from '../../lib/queries/users.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import classes from './users.module.css'

/** ログイン中の端末: this one first; any other may be signed out. */
export function SignedInDevices() {
  const { data: devices, error, dataUpdatedAt, refetch } = useQuery(signedInDevicesQuery)
  const retry = () => void refetch()
  const end = useEndSession()
  const ask = async ({ id, device }: SignedInDevice) => {
    const agreed = await confirm({
      title: '端末のログアウト',
      text: `${device} をログアウトします。その端末で使うには、もう一度ログインが必要になります。`,
      confirm: 'ログアウト',
      destructive: true,
    })
    if (!agreed) return
    end.mutate(id, {
      onSuccess: () => notify.success(`${device} をログアウトしました`),
      onError: (failure) => notify.failure(failure, { title: 'ログアウトできませんでした' }),
    })
  }
  return (
    <section className={classes.section} aria-labelledby="signed-in-devices">
      <Title order={2} size="h4" id="signed-in-devices">
        ログイン中の端末
      </Title>
      {devices === undefined ? (
        error ? (
          <ErrorState error={error} retry={retry} />
        ) : (
          <RowSkeletons />
        )
      ) : (
        <>
          <AgeNote fetchedAt={dataUpdatedAt} />
          {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
          <Box component="ul" bd="1px solid var(--line)" bdrs="md">
            {devices.map((each) => (
              <li key={each.id} className={classes.row}>
                <Stack gap={2} className={classes.words}>
                  <Text fw={500}>
                    {each.device}{' '}
                    {each.is_current && (
                      <Badge component="span" variant="light">
                        この端末
                      </Badge>
                    )}
                  </Text>
                  <Text size="sm">
                    最終利用 <TimeText time={each.last_used_at} />
                    {each.address !== null && `・${each.address}`}
                  </Text>
                  <Text size="sm">{each.organization_name}</Text>
                </Stack>
                {!each.is_current && (
                  <Button
                    variant="default"
                    leftSection={<IconLogout size={18} aria-hidden />}
                    aria-label={`${each.device}をログアウト`}
                    onClick={() => void ask(each)}
                  >
                    ログアウト
                  </Button>
                )}
              </li>
            ))}
          </Box>
        </>
      )}
    </section>
  )
}
