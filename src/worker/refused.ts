/** What a page asked for cannot be done; the message is for the person. */
export class Refused extends Error {}
