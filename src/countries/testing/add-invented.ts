// Loaded before a program (node --import), which then serves the invented country too.
import { addInventedCountry } from './invented.ts';

export const removeInvented = addInventedCountry();
