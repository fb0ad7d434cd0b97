import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { usePressCooldown } from '../../ui/table/usePressCooldown.ts'
import classes from './ReviewWall.module.css'
import { useDecoded } from './useDecoded.ts'
import { cropOf } from './usePrepared.ts'
import type { useWall } from './useWall.ts'

interface Props {
  wall: ReturnType<typeof useWall>
  /** Whether this reviewer has all that is shown. */
  isLent: boolean
  onConfirm: (items: readonly ReviewItem[]) => void
}

/** Crops that show the same value: press the wrong ones, and confirm the others at once. */
export function ReviewWall({ wall, isLent, onConfirm }: Props) {
  const { groups, items, wrong, right, toggle } = wall
  const decoded = useDecoded(items.flatMap(({ reading }) => cropOf(reading) ?? []))
  const isSeen = items.every(({ reading }) => decoded.has(cropOf(reading) ?? ''))
  // The next crops are under the same finger.
  const { cooling, startCooldown } = usePressCooldown()
  const isReady = isSeen && isLent && !cooling
  if (items.length === 0)
    return (
      <EmptyState
        title="同じ値の測定値はありません"
        text="読取に自信がない値が、同じ値で2件以上あるときに、並べて確定できます。"
      />
    )
  return (
    <Stack gap="md" data-wall aria-busy={!isReady}>
      <Text>見出しの値と違う画像を押してください。押した画像は、あとで1件ずつ確認します。</Text>
      {groups.map((group) => (
        <section key={group.text} aria-label={group.text}>
          <Group gap="xs" align="baseline" mb={4}>
            <Text component="h2" fz="xl" fw={700} className="tabular-nums">
              {group.text}
            </Text>
            <Text c="dimmed">{group.items.length}件</Text>
          </Group>
          <SimpleGrid cols={{ base: 2, sm: 4, lg: 6 }} spacing="xs" verticalSpacing="xs">
            {group.items.map(({ reading, reading: { id, meter } }) => (
              <UnstyledButton
                key={id}
                className={classes.crop}
                aria-pressed={wrong.has(id)}
                aria-label={`${meter.name}は違う値`}
                data-crop={id}
                onClick={() => toggle(id)}
              >
                <img src={cropOf(reading) ?? undefined} alt="" decoding="sync" draggable={false} />
                <Text size="sm" truncate>
                  {meter.name}
                </Text>
                {wrong.has(id) && (
                  <span className={classes.mark}>
                    <IconX size={20} aria-hidden />
                    違う
                  </span>
                )}
              </UnstyledButton>
            ))}
          </SimpleGrid>
        </section>
      ))}
      <div className={classes.actions}>
        <Button
          size="xl"
          fullWidth
          leftSection={<IconCheck size={24} aria-hidden />}
          aria-disabled={!isReady || right.length === 0}
          onClick={() => {
            if (!isReady || right.length === 0) return
            startCooldown()
            onConfirm(right)
          }}
        >
          残り{right.length}件を確定
        </Button>
      </div>
    </Stack>
  )
}
