// Contents that several tests share.
export const chart = {
  type: "bar",
  data: { labels: ["May", "June"], datasets: [{ label: "Sales", data: [3, 4.5] }] },
};
