/* The problems of a file of pets (decision D56). */

/** Why a line, or a whole file, cannot be imported. */
export const importProblems = {
  empty_file: "The file has no pets",
  not_utf8: "The text of the line is not in the encoding of the file",
  malformed_json: "The line is not a JSON object",
  unknown_member: "An NDJSON line has an unknown member",
  misplaced_quote: "A quote is misplaced or never closed",
  too_many_fields: "The row has more fields than the row of titles",
  no_titles: "The file has no row with the titles of the columns",
  missing_columns: "The column with the names or the categories of the pets is missing",
  repeated_column: "Two columns have the same meaning",
  unknown_title: "`map` names a title that no column has",
  missing_value: "A new pet lacks this",
  invalid_value: "The value cannot be read, or it is not allowed",
  unknown_word: "Nobody has said what the word means; `mapValues` does",
  spreadsheet_error: "A spreadsheet shows this where a formula failed, such as `#NAME?` or `#BEZUG!`",
  shortened_number: "A spreadsheet shortened the number, as in `9.8E+14`",
  ambiguous_dates: "The day may be the month; `dates` says which part is which",
  missing_currency: "The amount has no currency; `currency` says which one",
  missing_unit: "The weight has no unit; `unit` says which one",
  repeated_id: "Another line has the same id",
  repeated_mark: "Another line has the same reference or microchip",
  taken: "Another pet has the reference or the microchip",
  cannot_match: "The file has nothing that tells pets apart, so it cannot change pets",
  imported_before: "The same file was imported before, and it has nothing that tells its pets apart",
  id_exists: "A pet with this id and other content exists, and the import does not change pets",
  other_pet:
    "The pet with this id has another name and another category: the number may be that of another system; `map` makes a reference of it",
  id_too_large: "The id of a new pet is too large, because later pets get larger ids",
  similar_category: "A category with nearly this name exists: is it the same?",
  unknown_category: "No category has this name, and the import does not create categories",
  two_categories: "The line has both `category` and `categoryId`",
  too_many_categories: "The import would create more than 10,000 categories",
  invalid_status_transition: "The pet cannot change from its current status to this one",
} as const;

export type ImportProblemCode = keyof typeof importProblems;

/** Warnings: allowed, but possibly a mistake. */
export const importWarnings = {
  large_ids:
    "some new ids are above 2^53: clients that read JSON numbers as doubles round them, and every later pet gets a larger id",
  too_few_fields: "some rows have fewer cells than there are titles, so perhaps they were cut off",
  continued_rows: "some rows belong to a pet of an earlier row, and only its first row is imported",
  deceased_pets: "some rows are about pets that have died, and are not imported",
  non_shelter_pets: "some rows are about animals that are not the shelter's own, and are not imported",
  unpublished_pets: "some pets are not for the public: visitors do not see them",
  nothing_words: "some cells say that nothing is known, such as NA or ?, and count as empty",
  footer_rows: "the last rows have one cell only, such as a sum, and are not imported",
  known_system: "the titles are those of a system whose exports are understood with `from`",
  photo_addresses: "addresses of photos are left alone; only `petstore import --photo-urls` fetches them",
  unused_words: "`mapValues` explains words that no cell has",
  not_read_to_end:
    "too many lines have problems: those after them were not read and are not counted. Correct these, then send the file again",
} as const;
