/* The table of a shelter that keeps it by hand, with every kind of cell that people write where they do not know, or know more. */

const NAMES = ["Rex", "Bella", "Luna", "Max", "", "Mia", "NA", "Balu", "Charlie", "Unknown"];
const KINDS = ["Dog", "Cat", "Dog", "", "Rabbit", "cats"];
const SEXES = ["Neutered Male", "Spayed Female", "Intact Male", "M", "f", "unknown", "Male", "N/A"];
const BIRTHS = ["15.3.21", "17-May-24", "20240517", "5/17/24", "ca. 2015", "0/0/0000", "NA", "unknown", "-", "2023"];
const FEES = ["$150.00", "Free", "waived", "120 USD", "N/A", "$95", "", "donation"];
const STOCKS = ["1", "1", "", "-1", "1", "2"];
const CHIPS = ["", "N/A", "unknown", "-", "?"];

/** Makes the table: the texts of each column come round at their own pace, so they meet in many ways. */
export function shelterFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, nth) => {
    const of = (texts: readonly string[], stride = 1) => texts[(nth * stride) % texts.length] ?? "";
    const cells = [`S-${1000 + nth}`, of(NAMES), of(KINDS), of(SEXES), of(BIRTHS), of(FEES), of(STOCKS), of(CHIPS)];
    return [...cells, `Kennel ${nth % 7}`].join(",");
  });
  return ["Animal ID,Name,Species,Sex,Date of birth,Adoption fee,Stock,Chip,Kennel", ...lines].join("\n");
}
