/** The store's key of an image; the server chose its id, nothing of the upload's name is kept. */
export function fullKeyOf(imageId: string): string {
  return `${imageId}.jpg`;
}

export function thumbKeyOf(imageId: string): string {
  return `${imageId}.thumb.jpg`;
}
