import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Box, Flex } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { memo } from 'react'
import text from '../../ui/text/Text.module.css'
import classes from './RouteEditor.module.css'

interface Props {
  id: number
  name: string
  placeNote: string
}

/** A meter in the order that is being set; its handle is dragged by mouse, finger or keys. */
export const SortableStop = ({ id, ...shown }: Props) => {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
    // While one is dragged, where each would stand if it were dropped now.
    newIndex,
  } = useSortable({ id, attributes: { roleDescription: '並べ替えできる項目' } })
  return (
    <li
      ref={setNodeRef}
      className={classes.stop}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={`${shown.name}を動かす`}
      >
        <IconGripVertical size={22} aria-hidden />
      </button>
      <StopFacts {...shown} place={newIndex + 1} />
    </li>
  )
}

/** Not rendered anew while others move past others. */
const StopFacts = memo(function StopFacts({ name, placeNote, place }: Omit<Props, 'id'> & { place: number }) {
  return (
    <>
      <Box component="span" flex="none" miw="1.4em" fw={700} ta="right">
        {place}
      </Box>
      <Flex component="span" direction="column" miw={0} py={6} className="break-anywhere">
        <Box component="span" lh={1.4}>
          {name}
        </Box>
        {placeNote && <span className={text.dimmed}>{placeNote}</span>}
      </Flex>
    </>
  )
})
