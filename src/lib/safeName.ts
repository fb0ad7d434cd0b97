/** Makes a name valid in file names on all systems. */
export const safeName = (name: string): string => name.replace(/[\\/:*?"<>|\s]/g, '-')
