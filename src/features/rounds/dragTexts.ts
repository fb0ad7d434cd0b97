import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'

export const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'スペースキーでつかみ、上下の矢印キーで動かし、もう一度スペースキーで置きます。エスケープキーで取り消します。',
}

/** What is announced while a meter is moved; `nameOf` and `placeOf` by its number, places from 1. */
export function dragAnnouncements(
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => number,
): Announcements {
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)}をつかみました。今は ${placeOf(active.id)} 番目です。`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)}を ${placeOf(over.id)} 番目に動かしました。` : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? `${nameOf(active.id)}を ${placeOf(over.id)} 番目に置きました。`
        : `${nameOf(active.id)}を元の順番に戻しました。`,
    onDragCancel: ({ active }) => `取り消しました。${nameOf(active.id)}は ${placeOf(active.id)} 番目です。`,
  }
}
