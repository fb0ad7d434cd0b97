import { Box, Button, Flex } from '@mantine/core'
import { IconAlertTriangleFilled, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './TroubleGroup.module.css'

interface Trouble {
  id: number
  name: string
  facts: ReactNode
}

interface Props {
  /** 端末の異常 */
  label: string
  troubles: readonly Trouble[]
  icon?: TablerIcon
  /** Around a row's content, with its class: leads to the thing. */
  link: (id: number, className: string, content: ReactNode) => ReactNode
}

/** So many are shown at first: the alerts below should not be out of sight. */
const few = 3

/** Things that need somebody, each a press away; nothing where there are none. */
export function TroubleGroup({ label, troubles, icon: Icon = IconAlertTriangleFilled, link }: Props) {
  const [opened, setOpened] = useState(false)
  if (troubles.length === 0) return null
  const hidden = opened ? 0 : troubles.length - few
  return (
    <section aria-label={label}>
      <Box component="h2" mt="sm" fz="md" className="tabular-nums">
        {label} {troubles.length}件
      </Box>
      <Flex component="ul" direction="column" gap="xs" my="xs" aria-label={label}>
        {(hidden > 0 ? troubles.slice(0, few) : troubles).map(({ id, name, facts }) => (
          <li key={id}>
            {link(
              id,
              classes.note ?? '',
              <>
                <Icon size={18} aria-hidden />
                <Box component="span" miw={0}>
                  <span className={classes.name}>{name}</span>
                  <Flex component="span" wrap="wrap" gap="0 12px" fz="sm">
                    {facts}
                  </Flex>
                </Box>
              </>,
            )}
          </li>
        ))}
      </Flex>
      {hidden > 0 && (
        <Button variant="default" onClick={() => setOpened(true)}>
          {`ほか${hidden}件を表示`}
        </Button>
      )}
    </section>
  )
}
