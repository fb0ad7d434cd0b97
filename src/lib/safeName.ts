/** A name that a person gave, as part of a file’s name that every file system takes. */
export const safeName = (name: string): string => name.replace(/[\\/:*?"<>|\s]/g, '-')
