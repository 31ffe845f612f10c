/** A message of the microblog network, for its reader to finish and send. */
export function tweet(eventName: string, address: string): string {
  const query = new URLSearchParams({ text: `Check out this event: ${eventName}`, url: address })
  return `https://x.com/intent/post?${query}`
}

export function socialShare(address: string): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address })}`
}
