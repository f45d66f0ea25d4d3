/** What is eaten or drunk on the way: "take a gel after 60 minutes", "water at 8 and 16 km", "Gel alle 45 min". */
const FUEL =
  "gels?|geles|gel[’']?s|water|electrolytes?|sports? drinks?|drinks?|carbs|isotonic|fuel|fueling|fuelling|feeds?|wasser|trinken|verpflegung|riegel|iso|eau|boire|ravitaillement|ravito|agua|beber|bebida|hidratación|hidrátate|acqua|bere|borraccia|drinken";
/** Nothing of these is run. */
const AROUND =
  "take|takes|have|having|eat|sip|practise|practice|try|use|bring|carry|remember|don't|forget|to|your|you|an?|one|two|some|the|of|first|second|and|plus|es|ein|einen|eine|nimm|nehmen|das|den|un|une|deux|prendre|prends|pense|penser|à|toma|tomar|una|dos|y|et|und|in|bitte|please";
const WHEN =
  'every|each|after|at|around|about|by|from|alle|nach|bei|ab|jede|toutes les|tous les|chaque|après|apres|au|à|cada|tras|a los|al|en el|en|ogni|dopo|na|elke';
const FIGURE =
  "\\d{1,3}(?:[.,:]\\d{1,2})?(?:\\s?[-–/]\\s?\\d{1,3})?\\s?(?:(?:minutes?|mins?|minuten|minutos|minuti|hours?|hrs?|h|stunden?|heures?|horas?|kilometers?|kilometres?|kms?|k|miles?|mi|m|')(?![\\p{L}\\d]))?";
const WORD = `(?:${AROUND})(?![\\p{L}'’])`;
const WITH = "w\\/|with(?![\\p{L}'’])|mit(?!\\p{L})|avec(?!\\p{L})|con(?!\\p{L})";
const CLAUSE =
  `(?:${WORD}[ \\t]+){0,5}(?:${FUEL})(?!\\p{L})(?:[ \\t]+(?:or|oder|ou|o|and|und|et|y|/)?[ \\t]*(?:${FUEL})(?!\\p{L}))?` +
  `(?:[ \\t]+(?:${WHEN})[ \\t]+(?:${WORD}[ \\t]+)?${FIGURE}(?:(?:,|,? (?:and|und|et|y|&))[ \\t]*${FIGURE}){0,4})?` +
  '(?=[ \\t]*(?:[.,;:!?()\\n–—]|$))';
/** A clause of its own, or one that begins with "with". */
const FUEL_CLAUSE = new RegExp(
  `(?:(?<=(?:^|[,.;:!?()\\n–—]|[ \\t]-)[ \\t]{0,2})|(?:${WITH})[ \\t]*)${CLAUSE}`,
  'iuy',
);
const FUEL_CLAUSES = new RegExp(FUEL_CLAUSE.source, 'giu');

/** The end of a clause about fuel, which is no part of the workout, or undefined. */
export function fuelAt(text: string, at: number): number | undefined {
  FUEL_CLAUSE.lastIndex = at;
  const found = FUEL_CLAUSE.exec(text);
  return found ? at + found[0].length : undefined;
}

/** A text whose clauses about fuel are blanks. */
export function withoutFuel(text: string): string {
  return text.replaceAll(FUEL_CLAUSES, (clause) => ' '.repeat(clause.length));
}
